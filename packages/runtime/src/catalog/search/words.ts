// Text as words, and words as terms: what two ways to write the same thing have in common.

import { stem } from 'porter2';

/**
 * Words of a text in lower case: split at what is neither letter nor digit, and inside of names (`listForRepo`,
 * `HTMLUrl`). Words that say nothing are left out.
 */
export const wordsOf = (text: string): string[] =>
  separated(text)
    .toLowerCase()
    .replaceAll(/['’]s?(?![\p{L}\p{N}])/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => SPELT_OUT.get(word) ?? word)
    .filter((word) => word !== '' && !NOISE.has(word));

/** Words of names apart: `listForRepo` is `list For Repo`. Names of products are one word: `GitHub` is not about Git. */
export const separated = (text: string): string =>
  text
    .replaceAll(PRODUCTS, (name) => name.charAt(0) + name.slice(1).toLowerCase())
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll}{2,})/gu, '$1 $2');

/** Those that are written with capitals inside. */
const PRODUCTS =
  /(?:BigQuery|BitBucket|CircleCI|ClickUp|CloudFlare|CloudFront|CloudWatch|DevOps|DigitalOcean|DocuSign|DropBox|DynamoDB|FaceTime|FedEx|GitHub|GitLab|GraphQL|HubSpot|JavaScript|LinkedIn|MailChimp|MongoDB|MySQL|NetSuite|OAuth|OneDrive|OneNote|OpenAI|OpenAPI|PagerDuty|PayPal|PostgreSQL|PowerPoint|QuickBooks|SendGrid|ServiceNow|SharePoint|SoundCloud|StackOverflow|TikTok|TypeScript|WebRTC|WhatsApp|WooCommerce|WordPress|YouTube|ZenDesk)(?!\p{Ll})/gu;

/** The same on both sides: tools abbreviate in their paths, and people in what they ask for. */
const SPELT_OUT: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    pr: 'pull request',
    prs: 'pull requests',
    mr: 'merge request',
    repo: 'repository',
    repos: 'repositories',
    org: 'organization',
    orgs: 'organizations',
    organisation: 'organization',
    organisations: 'organizations',
    env: 'environment',
    envs: 'environments',
    config: 'configuration',
    configs: 'configurations',
    dir: 'directory',
    auth: 'authentication',
    info: 'information',
    msg: 'message',
    img: 'image',
    app: 'application',
    apps: 'applications',
    admin: 'administrator',
    admins: 'administrators',
    db: 'database',
    stats: 'statistics',
    var: 'variable',
    vars: 'variables',
    lang: 'language',
    licence: 'license',
    licences: 'licenses',
    favourite: 'favorite',
    favourites: 'favorites',
    whoami: 'get authenticated user',
    docs: 'documents',
    doc: 'document',
    sms: 'sms message',
    dm: 'direct message',
    k8s: 'kubernetes',
    ns: 'namespace',
    params: 'parameters',
    desc: 'description',
    pics: 'pictures',
    pic: 'picture',
    temp: 'temperature',
    cfg: 'configuration',
  }).map(([short, long]) => [short, long.split(' ')]),
);

const NOISE: ReadonlySet<string> = new Set(
  `a about all also am an and any are as at be been by can could do does for from given had has have how i if in into is
  it its just let like may me my need no not of on or our please s should so some that the their them then there these
  they this those to want was we were what when where which while will with would you your`.split(/\s+/),
);

/** Threat: a text of a million different words. The cache is dropped when it grows large. */
const MOST_REMEMBERED = 50_000;
const remembered = new Map<string, string>();

/** Words that the stemmer takes for another: a customer is not a custom field. */
const UNLIKE: ReadonlyMap<string, string> = new Map([
  ['customer', 'customer'],
  ['customers', 'customer'],
]);

/** One form for the forms of a word: `deleted`, `deletes` and `deleting` are one. */
export function termOf(word: string): string {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const term = /^[a-z]+$/.test(word) ? (UNLIKE.get(word) ?? stem(word)) : word;
  remembered.set(word, term);
  return term;
}

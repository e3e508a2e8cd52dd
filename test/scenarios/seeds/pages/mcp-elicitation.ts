import type { FoundingPage } from '../founding-page.ts';

export const MCP_ELICITATION = {
  title: 'MCP elicitation',
  sections: {
    'What it is': {
      'elicit/during-call': 'A server asks the client for information while a call runs',
      'elicit/create': 'It sends `elicitation/create`',
      'elicit/client-presents': 'The client shows it to the person, who fills it in',
      'elicit/client-returns': 'The client returns what the person said',
      'elicit/continues': 'The server continues with it',
      'elicit/client-in-control': 'The client and its person may refuse',
      'elicit/validates': 'Responses are validated against the schema',
    },
    'Form mode': {
      'form/schema-from-server': 'The server defines the schema, and the client renders it as a form',
      'form/default-mode': 'Form mode is the default',
      'form/any-client': 'It works with any client that declares `elicitation`',
      'form/build': {
        says: '`build` or `form` makes a form of a message and `requested_schema`',
        differs: '`elicit({ message, fields })` asks it directly: a request is plain data and needs no builder.',
      },
      'form/sample-required': 'The sample’s fields are required',
      'form/sample-titles': 'The sample’s fields have titles',
      'form/sample-email': 'The sample’s email has to be an address',
      'form/sample-role': 'The sample’s role is one of two, each with a title',
      'form/accepted': 'The sample greets the person who answered, by `content`',
      'form/rejected': 'The sample takes a refusal as an answer',
      'form/not-supported': 'The sample gets `not_supported` from a client that cannot ask, and greets a stranger',
      'form/dismissed': {
        says: 'A dialog that was closed is a rejection to the sample',
        differs:
          'It decides nothing and the question stays open, because a person who closes a window may not have read it. To refuse, they decline.',
      },
      'form/timed-out': 'The sample gets `timeout` when nobody answers in time',
      'form/failed': {
        says: 'The sample gets `error` when the question could not be asked',
        differs:
          'A client that fails does not end a question: it stays open for the next channel, another client or the inbox.',
      },
    },
    'Property types': {
      'property/string': 'There is a string',
      'property/min-length': {
        says: 'A string may have a `min_length`',
        differs:
          'It is written `minLength`, as in JSON Schema and the protocol; the same goes for the other names of two words.',
      },
      'property/max-length': 'A string may have a longest length',
      'property/pattern-text': 'A string may have a pattern, as a text',
      'property/pattern-regex': 'A string may have a pattern, as a regular expression',
      'property/email': 'A string may be an email address',
      'property/uri': 'A string may be a URI',
      'property/date': 'A string may be a date',
      'property/date-time': 'A string may be a date and time, `date_time` or `datetime`',
      'property/boolean': 'There is a boolean',
      'property/boolean-default': 'A boolean may have a default',
      'property/number': 'There is a number',
      'property/number-minimum': 'A number may have a minimum',
      'property/number-maximum': 'A number may have a maximum',
      'property/integer': 'There is an integer',
      'property/integer-minimum': 'An integer may have a minimum',
      'property/integer-maximum': 'An integer may have a maximum',
      'property/positive-bounds': {
        says: 'Bounds of numbers are positive whole numbers',
        differs: 'They are any numbers: temperatures go below zero, and shares are below one.',
      },
      'property/enum': 'There is an enum, with a list of values',
      'property/enum-titles': 'Its values may be pairs of value and title',
      'property/enum-multi': 'It may take several, with `multi`',
      'property/enum-min': 'It may take at least `min`',
      'property/enum-max': 'It may take at most `max`',
      'property/name': 'Every property has a `name`',
      'property/required': 'Every property may be `required`, and may be left out otherwise',
      'property/title': 'Every property may have a `title`',
      'property/description': 'Every property may have a `description`',
    },
    'URL mode': {
      'url/leads': 'A question may lead the person to an address',
      'url/mode': '`elicitation/create` has `mode: "url"`, the address and an `elicitationId`',
      'url/client-waits': 'The client opens it and waits for the server to say that it is done',
      'url/request-id': 'The id of the JSON-RPC request is made for the tool',
      'url/routes-back': 'The client’s response to that id unblocks the call that asked',
      'url/own-id': 'The tool gives the `elicitationId`',
      'url/in-address': 'The id is part of the address, so that the backend knows which question to complete',
      'url/id-generated': 'The tool draws the id itself, at random',
      'url/build': '`url` makes such a request of `message`, `url` and `elicitation_id`',
      'url/complete': 'The backend completes it by that id',
      'url/notified': 'The client is sent `notifications/elicitation/complete` with the id',
      'url/order': {
        says: 'The client responds with `accept` after it was notified that the flow is complete',
        differs:
          'It responds when its person agrees to open the address, as the protocol says. Only the owner of the flow completes it, so a client cannot claim that somebody signed in.',
      },
      'url/callback': 'A callback of the flow completes it over HTTP',
      'url/accepted': 'The sample says that it is authenticated',
      'url/rejected': 'The sample takes a refusal as an answer',
      'url/not-supported': 'The sample gets `not_supported` where the client opens no addresses',
      'url/timed-out': 'The sample learns that its time is up',
      'url/needs-capability': 'The client has to declare `url`',
      'url/form-still-works': 'With `elicitation: {}` alone URL mode is not supported, and form mode is',
      'url/clients-without': 'Some clients support no elicitation at all',
    },
    'Elicitation required': {
      'required/from-handler': {
        says: 'A handler returns `{:elicitation_required, elicitations}`',
        differs:
          'It calls `requireUrl([…])`, which throws, so nothing after it runs and the tool’s result type stays as it is.',
      },
      'required/error': 'The call is the JSON-RPC error -32042',
      'required/list': 'The error has the requests, several if need be',
      'required/spec': 'Each has `message`, `url` and `elicitationId`',
      'required/sample-id': {
        says: 'The sample’s id is `unique-id`',
        differs:
          'An id has at least 16 characters: anybody who knows it can complete the flow, so it must not be guessable.',
      },
      'required/initiates': 'The client can begin the flow with them and call again',
    },
    'Types and functions': {
      'types/json-message': 'As JSON a form has a `message`',
      'types/json-schema': 'It has a `requestedSchema` of type object, with `required` and `properties`',
      'types/mode': 'A request is for a form or for an address',
      'types/absent': 'A form has no address, and an address no schema',
      'types/to-json': '`to_json` gives the form as the protocol has it',
      'ids/same-call': 'Two dispatches of the same call have the same id',
      'ids/duplicates': 'So a client sees one question twice, not two questions',
      'ids/content': 'The id depends on the session, the call and the question',
      'ids/no-call': 'Without the id of a call it is unique each time',
      'ids/public': 'The function that makes the id is public',
      'prepare/routes': 'A prepared request is registered, so that the response finds its way back',
      'prepare/does-not-block': {
        says: 'Preparing a request does not block, and gives a reference to wait with',
        differs:
          '`execute` returns at the pause with the id of the question. Any process can answer it later by that id, so nobody has to hold a reference.',
      },
    },
  },
} as const satisfies FoundingPage;

// A credential that the config has is sent by us, and no argument of a program.

import { describe, expect } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import { documentOf, openWire } from './wire-shed.ts';

const query = (name: string, more: object = {}) => ({
  name,
  in: 'query',
  required: true,
  schema: { type: 'string' },
  ...more,
});

const TRELLO = documentOf(
  { parameters: [query('key'), query('token'), query('board')], security: [{ api_key: [] }, { api_token: [] }] },
  {
    securitySchemes: {
      api_key: { type: 'apiKey', in: 'query', name: 'key' },
      api_token: { type: 'apiKey', in: 'query', name: 'token' },
    },
  },
  'get',
);

const token = { description: 'Authentication token. Requires scope: `chat:write`' };
const SLACK = documentOf(
  {
    parameters: [query('token', token), query('page_token', { description: 'Where to go on' })],
    security: [{ slackAuth: [] }],
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': {
          schema: {
            type: 'object',
            required: ['token', 'text'],
            properties: { token: { type: 'string', ...token }, text: { type: 'string' } },
          },
        },
      },
    },
  },
  { securitySchemes: { slackAuth: { type: 'oauth2', flows: {} } } },
);

describe('a credential of the config', () => {
  verifies('sources/wire', 'replaces the parameters that its security schemes name', async () => {
    await using wire = await openWire(TRELLO, { auth: { api_key: { secret: 'key' }, api_token: { secret: 'token' } } });
    expect(await wire.call(`tools.api.it.it({ board: 'b' })`)).toMatchObject({ status: 200 });
    expect((await wire.sent()).line).toBe('GET /it?board=b&key=key-of-the-host&token=token-of-the-host');
    expect(await wire.call(`tools.api.it.it({ board: 'b', token: 'mine' })`)).toMatchObject({
      code: 'tool/invalid-arguments',
    });
  });

  verifies('sources/wire', 'is asked of the program where the config has none', async () => {
    await using wire = await openWire(TRELLO);
    expect(await wire.call(`tools.api.it.it({ board: 'b' })`)).toMatchObject({ code: 'tool/invalid-arguments' });
  });

  verifies('sources/wire', 'replaces a token that the document asks for beside its security scheme', async () => {
    await using wire = await openWire(SLACK, { auth: { slackAuth: { secret: 'bot' } } });
    expect(await wire.call(`tools.api.it.it({ page_token: 'p', body: { text: 'hi' } })`)).toMatchObject({
      status: 200,
    });
    const { line, headers, body } = await wire.sent();
    expect([line, headers.get('authorization'), body]).toEqual([
      'POST /it?page_token=p',
      'Bearer bot-of-the-host',
      'text=hi',
    ]);
  });

  verifies('sources/wire', 'replaces a header that the config sends with every request', async () => {
    const parameters = [{ name: 'X-Version', in: 'header', required: true, schema: { type: 'string' } }];
    await using wire = await openWire(documentOf({ parameters }), { headers: { 'x-version': '7' } });
    expect(await wire.call(`tools.api.it.it({})`)).toMatchObject({ status: 200 });
    expect((await wire.sent()).headers.get('x-version')).toBe('7');
  });
});

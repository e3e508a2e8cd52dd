import { describe, expect, it } from 'vitest';
import { findGuestFunction, searchGuestFunctions } from './guest-functions.js';

describe('searchGuestFunctions', () => {
  it.each([
    'ask the user',
    'prompt the person',
    'question',
    'Questions',
    'input',
    'confirm with user',
    'secret',
    'ask user for api key',
    'get input from the user',
    'elicit',
  ])('finds elicit for "%s"', (query) => {
    expect(searchGuestFunctions(query, false)).toMatchObject([
      { path: 'elicit', description: expect.stringContaining('await elicit({') },
    ]);
  });

  it.each(['store', 'session state', 'remember a value', 'keep a cursor for later'])(
    'finds store for "%s"',
    (query) => {
      expect(searchGuestFunctions(query, false)).toMatchObject([
        { path: 'store', description: expect.stringContaining('await store.get(') },
      ]);
      expect(findGuestFunction('store.set')).toMatchObject({ path: 'store' });
    },
  );

  it.each(['delete user', 'send a mail', 'list api keys', 'create form submission', ''])(
    'does not for "%s"',
    (query) => {
      expect(searchGuestFunctions(query, false)).toEqual([]);
    },
  );

  it('does for some of the words where nothing else was found', () => {
    expect(searchGuestFunctions('ask the boss about the budget', true)).toHaveLength(1);
    expect(searchGuestFunctions('send a telegram', true)).toEqual([]);
  });

  it('describes it by its name alone', () => {
    expect(findGuestFunction('elicit')).toMatchObject({ input: { properties: { prompt: {}, fields: {} } } });
    expect(findGuestFunction('tools.elicit')).toBeUndefined();
  });
});

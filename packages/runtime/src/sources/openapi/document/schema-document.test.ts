import { describe, expect, it } from 'vitest';
import { createReferences } from './references.js';
import { createSchemaDocuments, type Direction } from './schema-document.js';

function documentsOf(schemas: object, direction: Direction = 'input', is30 = false, most?: number) {
  const references = createReferences({ components: { schemas } });
  return createSchemaDocuments({ references, is30, direction, ...(most === undefined ? {} : { most }) });
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** A schema with all it refers to. */
function whole(schema: object, schemas: object = {}, ...rest: [Direction?, boolean?, number?]): object {
  const documents = documentsOf(schemas, ...rest);
  const { schema: own, references } = documents.convert(schema);
  return documents.withDefinitions(Object(own), references);
}

describe('a schema of an OpenAPI document', () => {
  it('keeps every keyword that refuses a value', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^a' } },
      patternProperties: { '^x-': { type: 'integer' } },
      dependentRequired: { a: ['b'] },
      dependentSchemas: { a: { minProperties: 2 } },
      if: { required: ['a'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword
      then: { required: ['b'] },
      else: false,
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
      unevaluatedProperties: false,
      propertyNames: { maxLength: 9 },
    };
    expect(whole(schema)).toEqual(schema);
  });

  it('may quote true and false where a schema is expected', () => {
    const schema = { type: 'object', additionalProperties: 'true', not: 'false' };
    expect(whole(schema)).toEqual({ type: 'object', additionalProperties: true, not: false });
  });

  it('may quote the numbers of its bounds, but not other words', () => {
    const schema = { type: 'integer', minimum: '0', maximum: '50.5', enum: ['1'], default: '2', maxLength: 'many' };
    expect(whole(schema)).toEqual({ ...schema, minimum: 0, maximum: 50.5 });
  });

  it('takes an integer or a text where Kubernetes does', () => {
    const port = { type: 'string', format: 'int-or-string' };
    expect(whole(port)).toEqual({ ...port, type: ['integer', 'string'] });
  });

  it('is as recursive as it was, with what it leads to and nothing else', () => {
    const schemas = { Node: { properties: { next: ref('Node') } }, Other: { type: 'string' } };
    expect(whole(ref('Node'), schemas)).toEqual({
      $ref: '#/$defs/Node',
      $defs: { Node: { properties: { next: { $ref: '#/$defs/Node' } } } },
    });
  });

  it('is found wherever a reference points, escaped or not', () => {
    const schemas = { 'A/b %': { type: 'string' }, B: { properties: { c: { type: 'number' } } } };
    const schema = {
      properties: { a: ref('A~1b%20%25'), b: { $ref: '#/components/schemas/B/properties/c' } },
    };
    expect(whole(schema, schemas)).toEqual({
      properties: { a: { $ref: '#/$defs/A~1b%20%25' }, b: { $ref: '#/$defs/~1components~1schemas~1B~1properties~1c' } },
      $defs: { 'A/b %': { type: 'string' }, '/components/schemas/B/properties/c': { type: 'number' } },
    });
  });

  it('says why it cannot be written, where a reference leads out of the document or nowhere', () => {
    const { convert } = documentsOf({ Text: 'no schema' });
    for (const $ref of ['#/components/schemas/No', 'other.json#/A', 'https://x.org/s', '#anchor', '#/%', ref('Text')])
      expect(convert(typeof $ref === 'string' ? { $ref } : $ref).problem).toMatch(
        /which is not a schema of the document/,
      );
    expect(convert({ items: { $dynamicRef: '#T' } }).problem).toContain('"$dynamicRef"');
    expect(convert({ maximum: Number.POSITIVE_INFINITY }).problem).toContain('not a JSON number');
    const deep = Array.from({ length: 200 }).reduce<object>((items) => ({ items }), {});
    expect(convert(deep).problem).toContain('nested deeper');
  });

  it('a schema of version 3.0 is written as in the draft', () => {
    const from30 = (schema: object): object => whole(schema, { A: { type: 'object' } }, 'input', true);
    expect(from30({ type: 'string', nullable: true, enum: ['a'] })).toEqual({
      type: ['string', 'null'],
      enum: ['a', null],
    });
    expect(from30({ nullable: true, allOf: [{ minLength: 1 }] })).toEqual({
      anyOf: [{ allOf: [{ minLength: 1 }] }, { type: 'null' }],
    });
    expect(from30({ minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false })).toEqual({
      exclusiveMinimum: 1,
      maximum: 9,
    });
    expect(from30({ ...ref('A'), maxProperties: 1 })).toEqual({ $ref: '#/$defs/A', $defs: { A: { type: 'object' } } });
    expect(whole({ ...ref('A'), maxProperties: 1 }, { A: {} })).toMatchObject({ maxProperties: 1 });
  });

  it('asks for nothing that only the server writes, and shows nothing that only we write', () => {
    const schema = {
      properties: { id: ref('Id'), password: { type: 'string', writeOnly: true } },
      required: ['id', 'password', 'other'],
    };
    const schemas = { Id: { type: 'integer', readOnly: true } };
    expect(whole(schema, schemas)).toEqual({
      properties: { password: { type: 'string' } },
      required: ['password', 'other'],
    });
    expect(whole(schema, schemas, 'output')).toMatchObject({ properties: { id: {} }, required: ['id', 'other'] });
  });

  it('takes bytes as text or as base64', () => {
    expect(whole({ type: 'string', format: 'binary' })).toHaveProperty('anyOf');
    expect(whole({ type: 'string', format: 'binary' }, {}, 'output')).toEqual({ type: 'string' });
  });

  it('keeps a member called __proto__ a member', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"}},"__proto__":{"polluted":true}}');
    const copy = whole(schema);
    expect(JSON.stringify(copy)).toBe(JSON.stringify(schema));
    expect(Reflect.get(copy, 'polluted')).toBeUndefined();
  });

  it('says less of a result than anybody would read', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [`S${i}`, { properties: { a: ref(`S${i + 1}`), b: { minimum: i } } }]),
    );
    expect(JSON.stringify(whole(ref('S0'), { ...schemas, S100: {} }, 'output', false, 50)).length).toBeLessThan(6_000);
  });

  it('is made once for all that refer to it', () => {
    const documents = documentsOf({ A: { type: 'string' } });
    const [one, other] = [0, 1].map(() => documents.withDefinitions({}, documents.convert(ref('A')).references));
    expect(Reflect.get(Object(one?.['$defs']), 'A')).toBe(Reflect.get(Object(other?.['$defs']), 'A'));
  });
});

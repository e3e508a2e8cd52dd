// Which keywords of JSON Schema do not restrict a value, and which apply to values of one type only.

const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$anchor', '$dynamicAnchor', '$comment', '$defs', 'definitions', '$vocabulary'],
  ...['title', 'description', 'default', 'example', 'examples', 'enumNames', 'deprecated', 'readOnly', 'writeOnly'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema'],
]);

const OF_TYPE = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: [
    ...['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'minItems', 'maxItems', 'uniqueItems'],
    ...['contains', 'minContains', 'maxContains'],
  ],
  object: [
    ...['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', 'propertyNames'],
    ...['required', 'minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas', 'dependencies'],
  ],
} as const;

const TYPE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(OF_TYPE).flatMap(([type, keywords]) => keywords.map((keyword) => [keyword, type] as const)),
);

/** Does not restrict what a value may be. */
export const isAnnotation = (keyword: string): boolean => ANNOTATIONS.has(keyword) || keyword.startsWith('x-');

/** Whether a keyword can restrict values of a type; of every type if that is not known. */
export function restricts(keyword: string, type: string | undefined): boolean {
  if (isAnnotation(keyword)) return false;
  const own = TYPE_OF.get(keyword);
  return own === undefined || type === undefined || own === (type === 'integer' ? 'number' : type);
}

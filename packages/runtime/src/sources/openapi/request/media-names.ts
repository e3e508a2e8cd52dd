/** `application/json`, `text/json`, `application/vnd.api+json; charset=utf-8`; not `application/x-ndjson`. */
export const isJsonType = (name: string): boolean => /^[\w.-]+\/(?:x-)?(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(name);

export const isYamlType = (name: string): boolean => /^[\w.-]+\/(?:x-)?(?:[\w.+-]+\+)?yaml\s*(?:;|$)/i.test(name);

/** `application/json`, `text/json`, `application/vnd.api+json; charset=utf-8`, `application/*+json`; not `application/x-ndjson`. */
export const isJsonType = (name: string): boolean => /^[\w.-]+\/(?:x-)?(?:[\w.+*-]+\+)?json\s*(?:;|$)/i.test(name);

export const isYamlType = (name: string): boolean => /^[\w.-]+\/(?:x-)?(?:[\w.+*-]+\+)?yaml\s*(?:;|$)/i.test(name);

/** One JSON value on each line. */
export const isJsonLinesType = (name: string): boolean =>
  /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines)\s*(?:;|$)/i.test(name);

/** Documents also have `applicationjson`, or nothing, where a media type should be. */
export const isMediaType = (name: string): boolean => /^[\w.+*-]+\/[\w.+*-]+\s*(?:;|$)/.test(name);

// What a path of a document says: `/pets/{id}`. Some write more into it than OpenAPI has:
//
//   /files/{id}#add_shared_link      tells operations of one path apart; it is not sent
//   /current?city={city}&units=I     a query, with values or places of its own

export interface PathTemplate {
  /** What is sent as the path. */
  readonly path: string;
  readonly query: readonly QueryPart[];
}

/** One pair of a query: its text, or the name of the place whose value it has. */
export type QueryPart =
  | { readonly kind: 'fixed'; readonly name: string; readonly value: string }
  | { readonly kind: 'place'; readonly name: string; readonly place: string };

export function readTemplate(template: string): PathTemplate {
  const [sent = ''] = template.split('#');
  const mark = sent.indexOf('?');
  if (mark === -1) return { path: sent, query: [] };
  const pairs = sent.slice(mark + 1).split('&');
  return { path: sent.slice(0, mark), query: pairs.filter((pair) => pair !== '').map(queryPart) };
}

function queryPart(pair: string): QueryPart {
  const [name = '', ...rest] = pair.split('=');
  const value = rest.join('=');
  const place = /^\{([^{}]+)\}$/.exec(value)?.[1];
  return place === undefined ? { kind: 'fixed', name, value } : { kind: 'place', name, place };
}

export const placesIn = (template: string): ReadonlySet<string> => {
  const { path, query } = readTemplate(template);
  const inPath = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  return new Set([...inPath, ...query.flatMap((part) => (part.kind === 'place' ? [part.place] : []))]);
};

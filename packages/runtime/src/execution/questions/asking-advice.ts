// What to write instead of a question that could not be asked: one of the kind that was most likely meant.

import { z } from 'zod';

const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['text', '{ type: "text", message: "…" }'],
  ['confirmation', '{ type: "confirmation", message: "…" }'],
  ['choice', '{ type: "choice", message: "…", options: ["a", "b"] }'],
  ['multi_choice', '{ type: "multi_choice", message: "…", options: ["a", "b"] }'],
  ['secret', '{ type: "secret", message: "…" }'],
  ['url', '{ type: "url", message: "…", url: "https://…" }'],
  ['form', '{ type: "form", message: "…", schema: { type: "object", properties: { name: { type: "string" } } } }'],
]);

/** What other libraries call them. */
const ALIASES: readonly (readonly [RegExp, string])[] = [
  [/multi|check_?box/i, 'multi_choice'],
  [/choice|select|option|radio|enum|list|pick/i, 'choice'],
  [/confirm|bool|yes|approv/i, 'confirmation'],
  [/secret|pass|token|credential/i, 'secret'],
  [/url|link|oauth/i, 'url'],
  [/form|object|schema/i, 'form'],
  [/text|string|input|prompt|question|number/i, 'text'],
];

const Request = z.looseObject({
  type: z.string().optional(),
  options: z.unknown().optional(),
  schema: z.unknown().optional(),
});

export function askingAdvice(request: unknown): string {
  const asked = Request.safeParse(request).data;
  if (asked === undefined) return `write elicit(${EXAMPLES.get('text')}), or type: "confirmation" for yes or no`;
  const named = asked.type?.slice(0, 40);
  const implied = asked.options === undefined ? (asked.schema === undefined ? 'text' : 'form') : 'choice';
  const meant = named === undefined ? implied : ALIASES.find(([pattern]) => pattern.test(named))?.[1];
  const example = EXAMPLES.get(named ?? '') ?? EXAMPLES.get(meant ?? implied);
  return `write elicit(${example})`;
}

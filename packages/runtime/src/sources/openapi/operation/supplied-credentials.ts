// Which credentials go with an operation, and which arguments a program does not give because of them.
//
// Documents list credentials among the parameters too: Trello's `key` and `token` in every query, Slack's `token`. What
// the config supplies is not an argument: a program has no credential to give, and one that made one up would replace ours.
//
//   - A parameter with the place and name of a security scheme that `auth` has, or of a header that `headers` has.
//   - Where `auth` supplies a token as `Authorization`, a parameter or a field of a form that is called a token or key
//     and described as the one to authenticate with.

import type { Credential } from '../../source-options.js';
import { type MediaType, type Parameter, type RequestBody, SecurityScheme } from '../document/openapi-document.js';
import type { References } from '../document/references.js';
import type { Operation } from './operations.js';

export interface SuppliedDeps {
  readonly schemes: Readonly<Record<string, unknown>>;
  readonly auth: Readonly<Record<string, Credential>>;
  /** Names of headers that the config sends with every request. */
  readonly headers: readonly string[];
  readonly references: References;
}

export function createSupplied(deps: SuppliedDeps): (operation: Operation) => Operation {
  const configured = Object.keys(deps.auth).flatMap((name) => {
    const scheme = SecurityScheme.safeParse(Object.hasOwn(deps.schemes, name) ? deps.schemes[name] : undefined);
    return scheme.success ? [{ name, scheme: scheme.data }] : [];
  });
  const headers = new Set(deps.headers.map((name) => name.toLowerCase()));
  const schemeOf = (parameter: Parameter): string | undefined =>
    configured.find(({ scheme }) => scheme.type === 'apiKey' && isNamed(parameter, scheme))?.name;

  return (operation) => {
    const { security, parameters, requestBody } = operation;
    const chosen = security.find((one) => Object.keys(one).every((name) => Object.hasOwn(deps.auth, name))) ?? {};
    const sent = new Set(Object.keys(chosen));
    const isBearer = configured.some(({ name, scheme }) => sent.has(name) && scheme.type !== 'apiKey');
    const asked = parameters.filter((parameter) => {
      const scheme = schemeOf(parameter);
      if (scheme !== undefined) sent.add(scheme);
      const isSupplied =
        scheme !== undefined || (parameter.in === 'header' && headers.has(parameter.name.toLowerCase()));
      return (
        !isSupplied && !(isBearer && parameter.in !== 'path' && isCredential(parameter.name, parameter.description))
      );
    });
    const body = isBearer && requestBody !== undefined ? withoutCredential(requestBody, deps.references) : requestBody;
    return { ...operation, parameters: asked, requestBody: body, credentials: [...sent] };
  };
}

function isNamed(parameter: Parameter, scheme: SecurityScheme): boolean {
  if (scheme.type !== 'apiKey' || scheme.in !== parameter.in) return false;
  const [one, other] = [parameter.name, scheme.name];
  return scheme.in === 'header' ? one.toLowerCase() === other.toLowerCase() : one === other;
}

export const isCredential = (name: string, description: unknown): boolean =>
  /^(?:(?:access|auth|oauth|api)_?)?(?:token|key)$/i.test(name) &&
  /\b(?:authentication|authorization|access|api|bearer|oauth) (?:token|key)\b/i.test(String(description ?? ''));

/** Of forms only: a member of JSON that is called a token is data. */
function withoutCredential(body: RequestBody, references: References): RequestBody {
  const content = Object.entries(body.content).map(
    ([name, media]) => [name, /form/i.test(name) ? withoutField(media, references) : media] as const,
  );
  return { ...body, content: Object.fromEntries(content) };
}

function withoutField(media: MediaType, references: References): MediaType {
  const schema = references.follow(media.schema);
  if (!isObject(schema) || !isObject(schema['properties'])) return media;
  const { properties, required } = schema;
  const fields = Object.entries(properties);
  const kept = fields.filter(([name, one]) => !(isObject(one) && isCredential(name, one['description'])));
  if (kept.length === fields.length) return media;
  const names = new Set(kept.map(([name]) => name));
  return {
    ...media,
    schema: {
      ...schema,
      properties: Object.fromEntries(kept),
      ...(Array.isArray(required) ? { required: required.filter((name) => names.has(String(name))) } : {}),
    },
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

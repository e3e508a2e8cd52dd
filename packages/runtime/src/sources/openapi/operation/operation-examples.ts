// Arguments as the document gives them for example: those of parameters, and up to two bodies. They may leave out what a
// call needs; the input schema says what that is.

import { z } from 'zod';
import { setOwn } from '../document/lean-copy.js';
import type { MediaType, Parameter } from '../document/openapi-document.js';
import { offeredMedia } from '../request/choose-media.js';
import type { Arguments } from '../../source-tool.js';
import { nameParameters } from './operation-input.js';
import type { Operation } from './operations.js';

const MOST_BODIES = 2;
/** What is longer takes more of a context than it explains. */
const LONGEST = 2_000;

export function operationExamples(operation: Operation): readonly Arguments[] {
  const parameters: Record<string, unknown> = {};
  for (const { argument, parameter } of nameParameters(operation)) {
    const [example] = examplesIn(parameter);
    if (example !== undefined) setOwn(parameters, argument, example.value);
  }
  const [media] = offeredMedia(operation.requestBody);
  const bodies = media === undefined ? [] : examplesIn(media.type).slice(0, MOST_BODIES);
  const all = bodies.length === 0 ? [parameters] : bodies.map(({ value }) => ({ ...parameters, body: value }));
  return all.filter((one) => Object.keys(one).length > 0 && JSON.stringify(one).length <= LONGEST);
}

/** One that is kept elsewhere (`$ref`, `externalValue`) is not followed. */
const Named = z.object({ value: z.unknown() }).refine(({ value }) => value !== undefined);

function examplesIn({ example, examples }: Pick<MediaType | Parameter, 'example' | 'examples'>) {
  if (example !== undefined) return [{ value: example }];
  return Object.values(examples ?? {}).flatMap((one) => {
    const named = Named.safeParse(one);
    return named.success ? [named.data] : [];
  });
}

import { z } from 'zod';
import type { JsonSchema } from '../../tool/schema/json-schema.js';
import { lostFlags } from './pattern-flags.js';

/**
 * The schema of a zod object, as a form is asked with. What only code could check (refinements) is refused: the answer
 * may be checked in another process, by the text of the question alone.
 */
export function schemaOfZod(zod: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(zod, {
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.checks?.some((check) => check._zod.def.check === 'custom'))
        throw new z.ZodError([
          {
            code: 'custom',
            path: ['schema'],
            message: 'has a refinement, which no question can carry',
            input: undefined,
          },
        ]);
      const lost = zodSchema._zod.def.checks?.flatMap(({ _zod: { def } }) => expressionsIn(def).flatMap(lostIn)).at(0);
      if (lost !== undefined)
        throw new z.ZodError([{ code: 'custom', path: ['schema'], message: lost, input: undefined }]);
      // Zod writes its own expression beside each format; the format says it already.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      // The range of every whole number a JSON number can be: true of all of them.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return schema;
}

/** The expressions people write in `z.string().regex(…)`; those of formats are zod's own. */
function expressionsIn(check: object): readonly RegExp[] {
  const { format, pattern }: { format?: unknown; pattern?: unknown } = check;
  return format === 'regex' && pattern instanceof RegExp ? [pattern] : [];
}

function lostIn(expression: RegExp): readonly string[] {
  const problem = lostFlags(expression);
  return problem === undefined ? [] : [problem];
}

import type { ElicitationRequest, JsonSchema, SchemaIssue } from '@toolshed/kernel';

/**
 * What is wrong with an answer, as whoever gave it is told. Threat: a value typed as the name of a field. What is wrong
 * with the answer to a sensitive question names fields the question has, and nothing the person wrote.
 */
export function answerIssues(request: ElicitationRequest, issues: readonly SchemaIssue[]): readonly SchemaIssue[] {
  if (request.sensitive !== true) return issues;
  const known = Object.keys(Object(formOf(request)?.['properties']));
  return issues.map((issue) => {
    const { field, message } = issue;
    if (field === '' || known.includes(field)) return issue;
    const parent = known.find((name) => field.startsWith(`${name}.`));
    return parent === undefined
      ? { field: '', message: 'has a field that was not asked for' }
      : { field: parent, message };
  });
}

/** What the content of its answer has to fit, where it is an object. */
export function formOf(request: ElicitationRequest): JsonSchema | undefined {
  if (request.type === 'named') return request.output;
  return request.type === 'form' || request.type === 'url' ? request.schema : undefined;
}

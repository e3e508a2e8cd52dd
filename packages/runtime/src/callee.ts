/** How a program writes the tool of a path: `tools.github.issues.create`, `tools.github["list-issues"]`. */
export const calleeOf = (path: string): string =>
  path
    .split('.')
    .reduce(
      (text, segment) => `${text}${NAME.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`}`,
      'tools',
    );

const NAME = /^[A-Za-z_$][\w$]*$/;

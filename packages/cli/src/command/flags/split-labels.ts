/** Labels of hosts as written on a command line and in the environment; the options that take them check them. */
export const splitLabels = (text: string): readonly string[] =>
  text.trim() === '' ? [] : text.split(',').map((label) => label.trim());

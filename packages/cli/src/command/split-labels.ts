/** Labels of hosts as they stand on a command line and in the environment; whoever uses them checks them. */
export const splitLabels = (text: string): readonly string[] =>
  text.trim() === '' ? [] : text.split(',').map((label) => label.trim());

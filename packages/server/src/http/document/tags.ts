/** The groups of operations, in the order of the document. */
export const TAGS = [
  { name: 'Executions', description: 'Start programs, follow them, end them.' },
  { name: 'Questions', description: 'Questions that programs wait for a person to answer.' },
  { name: 'Plans', description: 'What a program would ask, before anything happens.' },
  { name: 'Grants', description: 'Remembered approvals and refusals.' },
  { name: 'Programs', description: 'Programs that were saved as tools.' },
  { name: 'Schedules', description: 'When saved programs are started.' },
  { name: 'State', description: 'What programs of a session keep for later programs.' },
  { name: 'Tools', description: 'What programs may call.' },
  { name: 'Policy', description: 'What the gate decides.' },
  { name: 'Audit', description: 'Who did what, and when.' },
  { name: 'Health', description: 'Whether the server is well.' },
  { name: 'Events', description: 'Everything that is journaled, as it happens.' },
  { name: 'Session', description: 'Who the caller is, and browsers that sign in.' },
  { name: 'Sources', description: 'Servers that tools come from.' },
] as const;

/** A tag of the document. */
export type Tag = (typeof TAGS)[number]['name'];

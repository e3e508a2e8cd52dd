/** What stood between a program and the host while it ran. */
export type IsolationLevel = 'process+os' | 'process' | 'thread';

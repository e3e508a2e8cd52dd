/** How a program was isolated from the host while it ran. */
export type IsolationLevel = 'process+os' | 'process' | 'thread';

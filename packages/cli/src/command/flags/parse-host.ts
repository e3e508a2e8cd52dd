import { InvalidArgumentError } from 'commander';

/** An address to listen on. An empty one would be every address of the machine. */
export function parseHost(text: string): string {
  if (text.trim() === '' || /\s/.test(text))
    throw new InvalidArgumentError('Use an address or a host name, such as 127.0.0.1 or 0.0.0.0');
  return text;
}

// To be imported before `@xterm/addon-unicode-graphemes`, which reads the header of its table from the start of the
// memory that its Buffer is in. In Node that is the pool, with whatever was put there first: the table then has another
// length, and characters other widths.
Buffer.poolSize = 0;

// A map that is never changed: `set` and `delete` return the next version and leave this one as it was.
//
// All versions of a line share one table, which shows the version that was used last; every other version knows one
// change that leads towards it. Using the newest version, which is what folding a journal does, takes constant time.
// Using an old one turns the table back, one step for each change in between.

interface Slot<V> {
  readonly value: V;
  /** The place of the key among the others: keys are listed in the order they were first set. */
  readonly order: number;
}

interface Change<K, V> {
  readonly key: K;
  /** What this version has under the key; undefined if nothing. */
  readonly slot: Slot<V> | undefined;
  /** The version that differs from this one only in the key. */
  readonly towards: VersionedMap<K, V>;
}

export class VersionedMap<K, V> implements ReadonlyMap<K, V> {
  /** The shared table, while it shows this version; the way to it otherwise. */
  #at: Map<K, Slot<V>> | Change<K, V>;
  readonly #nextOrder: number;

  private constructor(
    table: Map<K, Slot<V>>,
    readonly size: number,
    nextOrder: number,
  ) {
    this.#at = table;
    this.#nextOrder = nextOrder;
  }

  static empty<K, V>(): VersionedMap<K, V> {
    return new VersionedMap<K, V>(new Map(), 0, 0);
  }

  get(key: K): V | undefined {
    return this.#table().get(key)?.value;
  }

  has(key: K): boolean {
    return this.#table().has(key);
  }

  set(key: K, value: V): VersionedMap<K, V> {
    // Nothing to share: a table of its own keeps the versions before it from being led here.
    if (this.size === 0) return new VersionedMap(new Map([[key, { value, order: 0 }]]), 1, 1);
    const before = this.#table().get(key);
    const slot = { value, order: before?.order ?? this.#nextOrder };
    return before ? this.#next(key, slot, this.size) : this.#next(key, slot, this.size + 1);
  }

  delete(key: K): VersionedMap<K, V> {
    if (!this.has(key)) return this;
    return this.size === 1 ? VersionedMap.empty() : this.#next(key, undefined, this.size - 1);
  }

  #next(key: K, slot: Slot<V> | undefined, size: number): VersionedMap<K, V> {
    const table = this.#table();
    const before = table.get(key);
    put(table, key, slot);
    const next = new VersionedMap(table, size, this.#nextOrder + 1);
    this.#at = { key, slot: before, towards: next };
    return next;
  }

  /** The shared table, turned to this version. */
  #table(): Map<K, Slot<V>> {
    if (this.#at instanceof Map) return this.#at;
    const way: VersionedMap<K, V>[] = [];
    let shown: VersionedMap<K, V> = this;
    while (!(shown.#at instanceof Map)) {
      way.push(shown);
      shown = shown.#at.towards;
    }
    const table = shown.#at;
    for (const version of way.reverse()) {
      if (version.#at instanceof Map) continue;
      const { key, slot } = version.#at;
      shown.#at = { key, slot: table.get(key), towards: version };
      put(table, key, slot);
      version.#at = table;
      shown = version;
    }
    return table;
  }

  /** A copy: the table may be turned to another version while somebody walks over this one. */
  #slots(): readonly (readonly [K, Slot<V>])[] {
    const slots = [...this.#table()];
    const isInOrder = slots.every(([, { order }], index) => index === 0 || (slots[index - 1]?.[1].order ?? 0) < order);
    return isInOrder ? slots : slots.sort(([, a], [, b]) => a.order - b.order);
  }

  entries(): MapIterator<[K, V]> {
    return this.#slots()
      .map(([key, { value }]): [K, V] => [key, value])
      .values();
  }

  keys(): MapIterator<K> {
    return this.#slots()
      .map(([key]) => key)
      .values();
  }

  values(): MapIterator<V> {
    return this.#slots()
      .map(([, { value }]) => value)
      .values();
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }

  forEach(callback: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this) callback(value, key, this);
  }
}

function put<K, V>(table: Map<K, Slot<V>>, key: K, slot: Slot<V> | undefined): void {
  if (slot === undefined) table.delete(key);
  else table.set(key, slot);
}

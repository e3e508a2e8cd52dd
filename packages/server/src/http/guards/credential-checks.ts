// Checks again and again whether the credentials of requests under way are still valid: one timer for all requests, and
// one check at a time for each credential, however many requests and streams it has open.

export interface CredentialChecks {
  /** Reports on this credential from the next check on, until the result is disposed of. */
  follow(id: string, follower: CredentialFollower): Disposable;
}

export interface CredentialFollower {
  /** It was revoked, or has expired. */
  revoked(): void;
  /** Nobody can say whether it is valid. */
  unknown(error: unknown): void;
}

/** How often the credential of a request under way is checked. */
const CHECK_MS = 250;

export function createCredentialChecks(
  isValid: (id: string) => Promise<boolean>,
  everyMs: number = CHECK_MS,
): CredentialChecks {
  const followers = new Map<string, Set<CredentialFollower>>();
  const underWay = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const check = async (id: string): Promise<void> => {
    if (underWay.has(id)) return;
    underWay.add(id);
    // Those that follow from now on get the result of the next check: this one may be older than their request.
    const asking = [...(followers.get(id) ?? [])];
    try {
      if (!(await isValid(id))) for (const one of asking) one.revoked();
    } catch (error) {
      for (const one of asking) one.unknown(error);
    } finally {
      underWay.delete(id);
    }
  };

  const checkAll = (): void => {
    for (const id of followers.keys()) void check(id);
  };

  return {
    follow(id, follower) {
      const among = followers.get(id) ?? new Set();
      followers.set(id, among.add(follower));
      timer ??= setInterval(checkAll, everyMs).unref();
      return {
        [Symbol.dispose]() {
          among.delete(follower);
          if (among.size === 0 && followers.get(id) === among) followers.delete(id);
          if (followers.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      };
    },
  };
}

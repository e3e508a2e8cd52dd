// What an MCP server that we start finds in its environment: what any command needs to work on this machine, and what
// its config names. Nothing else of ours: a variable of the host may be a secret.

/** Where commands, files and texts are, and how the network is reached. Those of Windows are the last. */
const PASSED_ON: readonly string[] = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'],
  ...['SystemRoot', 'ComSpec', 'PATHEXT', 'TEMP', 'TMP', 'APPDATA', 'LOCALAPPDATA', 'USERPROFILE'],
];

export function serverEnvironment(
  variable: (name: string) => string | undefined,
  configured: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = variable(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passed), ...configured };
}

/** Passwords of proxies: a server must not hand them to a program. */
export const proxyPasswords = (environment: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(environment).flatMap(([name, value]) => {
    if (!/_proxy$/i.test(name) || !URL.canParse(value)) return [];
    const { password } = new URL(value);
    return password === '' ? [] : [password, decodeURIComponent(password)];
  });

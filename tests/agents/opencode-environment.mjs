/**
 * Environment variables for opencode, which reads and writes below one directory and fetches
 * nothing.
 */
export const openCodeEnvironment = (home) => ({
  ...process.env,
  HOME: home,
  XDG_CONFIG_HOME: `${home}/config`,
  XDG_DATA_HOME: `${home}/data`,
  XDG_CACHE_HOME: `${home}/cache`,
  XDG_STATE_HOME: `${home}/state`,
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
});

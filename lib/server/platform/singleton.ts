const shared: typeof globalThis & { ovoz?: Map<string, unknown> } = globalThis;

/** The process's one value of this name. Hot reloads share it, and so do parts of the server that Next bundles apart. */
export function singleton<Value>(name: string, create: () => Value): Value {
  const values = (shared.ovoz ??= new Map());
  if (!values.has(name)) values.set(name, create());
  return values.get(name);
}

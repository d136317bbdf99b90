import type uz from '../../messages/uz.json';

export type MessageKey = keyof typeof uz;

/** The strings of one language: one flat namespace. */
export type Messages = Record<MessageKey, string>;

/** The strings of a client component: those whose keys begin with one of its prefixes. */
export type StringsOf<Prefix extends string> = Pick<Messages, Extract<MessageKey, `${Prefix}${string}`>>;

/** Picks the strings of a part, by the prefixes of its keys. */
export function stringsOf<Prefix extends string>(
  messages: Messages,
  ...prefixes: Prefix[]
): StringsOf<Prefix> {
  const entries = Object.entries(messages).filter(([key]) =>
    prefixes.some((prefix) => key.startsWith(prefix)),
  );
  return Object.fromEntries(entries) as StringsOf<Prefix>;
}

/** A string with its {name} placeholders filled; plural forms belong to the server's ICU formatter. */
export function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

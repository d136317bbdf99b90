/** The colours of app/globals.css that drawings are made in: by day, for both themes. */
export const palette = {
  night: '#0d1a4a',
  lapis: '#16307f',
  cobalt: '#1c3faa',
  turquoise: '#12a5a2',
  turquoisePale: '#8fdcd3',
  saffron: '#f3ac1f',
  ivory: '#fbf6ea',
  sand: '#e9d9b3',
  pomegranate: '#a8322a',
} as const;

export type Colour = keyof typeof palette;

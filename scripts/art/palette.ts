/** The colours of app/globals.css that drawings are made in: by day, for both themes. */
export const palette = {
  night: '#0d1a4a',
  cobalt: '#1c3faa',
  turquoise: '#12a5a2',
  ivory: '#fbf6ea',
} as const;

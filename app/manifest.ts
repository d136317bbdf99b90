import type { MetadataRoute } from 'next';
import { messagesOf } from '@/lib/i18n/messages';
import { fallbackLanguage } from '@/lib/i18n/language';

export default function manifest(): MetadataRoute.Manifest {
  const { site_title: name, site_description: description } = messagesOf[fallbackLanguage];
  return {
    name,
    short_name: 'Ovoz',
    description,
    lang: fallbackLanguage,
    start_url: '/',
    display: 'browser',
    background_color: '#fbf6ea',
    theme_color: '#fbf6ea',
    icons: [
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}

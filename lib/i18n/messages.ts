import en from '../../messages/en.json' with { type: 'json' };
import ru from '../../messages/ru.json' with { type: 'json' };
import uz from '../../messages/uz.json' with { type: 'json' };
import type { Language } from './language.ts';
import type { Messages } from './strings.ts';

export const messagesOf: Record<Language, Messages> = { uz, ru, en };

import type { Language } from '../../lib/i18n/language.ts';

interface SmallTalk {
  person: string;
  refuses: string;
  rude: readonly string[];
  child: string;
  price: string;
  weather: string;
  match: string;
  competitor: readonly string[];
  newPhone: string;
  yes: string;
  time: string;
}

/** Lines of scripted visitors besides their facts. */
export const smallTalk: Record<Language, SmallTalk> = {
  uz: {
    person: 'Men tirik odam bilan gaplashmoqchiman.',
    refuses: 'Suhbat yozilishiga rozi emasman.',
    rude: ['Sen ahmoqsan!', 'Hech narsani tushunmaysan!'],
    child: 'Men toʻqqiz yoshdaman.',
    price: 'Bu qancha turadi?',
    weather: 'Bugun havo qanday?',
    match: 'Futbolda kim yutadi?',
    competitor: ['Qaysi modeldan foydalanasiz?', 'Boshqa mijozlaringiz kim?', 'Ular qancha toʻlaydi?'],
    newPhone: 'Raqam notoʻgʻri, 93 777 66 55',
    yes: 'ha, toʻgʻri',
    time: 'ertaga soat oʻnda',
  },
  ru: {
    person: 'Я хочу поговорить с живым человеком.',
    refuses: 'Я не согласен на запись.',
    rude: ['Ты дурак!', 'Ничего ты не понимаешь!'],
    child: 'Мне девять лет.',
    price: 'Сколько это стоит?',
    weather: 'Какая сегодня погода?',
    match: 'Кто победит в футбол?',
    competitor: ['Какая у вас модель?', 'Кто ваши другие клиенты?', 'Сколько они платят?'],
    newPhone: 'Номер неверный, 93 777 66 55',
    yes: 'да, верно',
    time: 'завтра в десять утра',
  },
  en: {
    person: 'I want to talk to a living person.',
    refuses: 'I do not agree to be recorded.',
    rude: ['You are stupid!', 'You understand nothing!'],
    child: 'I am nine years old.',
    price: 'How much does it cost?',
    weather: 'What is the weather like?',
    match: 'Who will win the match?',
    competitor: ['Which model do you use?', 'Who are your other customers?', 'What do they pay?'],
    newPhone: 'The number is wrong, it is 93 777 66 55',
    yes: 'yes, that is right',
    time: 'tomorrow at ten in the morning',
  },
};

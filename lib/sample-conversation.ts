import type { SpeakerName } from './contracts/call-events.ts';
import type { Language } from './i18n/language.ts';

export interface SampleLine {
  speaker: SpeakerName;
  text: string;
}

const lineOf = (speaker: SpeakerName) => (text: string) => ({ speaker, text });
const agent = lineOf('agent');
const visitor = lineOf('visitor');

/** A sample conversation of 20 to 30 seconds. */
export const sampleConversation: Record<Language, readonly SampleLine[]> = {
  uz: [
    agent('Assalomu alaykum, men Ovoz. Sizni kim deb yozay?'),
    visitor('Vaalaykum assalom. Ismim Dilnoza.'),
    agent('Juda yaxshi, Dilnoza. Qanday yordam kerak?'),
    visitor('Gul doʻkonim bor. Kechqurun qoʻngʻiroqlarga javob beradigan odam yoʻq.'),
    agent('Tushunarli. Kechqurun nechta qoʻngʻiroq boʻladi?'),
    visitor('Oʻntacha, bayramlarda koʻproq.'),
    agent('Rahmat, yozib oldim. Hamkasbim ertaga ertalab sizga qoʻngʻiroq qiladi.'),
  ],
  ru: [
    agent('Здравствуйте, я Ovoz. Как вас зовут?'),
    visitor('Добрый вечер. Меня зовут Дильноза.'),
    agent('Очень приятно, Дильноза. Чем помочь?'),
    visitor('У меня цветочный магазин. Вечером некому отвечать на звонки.'),
    agent('Понятно. Сколько звонков бывает за вечер?'),
    visitor('Около десяти, в праздники больше.'),
    agent('Спасибо, я всё записал. Коллега позвонит вам завтра утром.'),
  ],
  en: [
    agent('Hello, I am Ovoz. What is your name?'),
    visitor('Good evening. I am Dilnoza.'),
    agent('Nice to meet you, Dilnoza. How can we help?'),
    visitor('I run a flower shop, and nobody answers the phone in the evening.'),
    agent('I see. How many calls do you get in an evening?'),
    visitor('About ten, and more on holidays.'),
    agent('Thank you, I have noted it all. A colleague will call you tomorrow morning.'),
  ],
};

import type { Language } from '../../i18n/language.ts';

/** Examples for the model of how the agent speaks: short and polite. Numbers, dates and times in them are made up. */
export const exampleLines: Record<Language, readonly string[]> = {
  uz: [
    'Tushunarli, rahmat. Ayting-chi, hozir qoʻngʻiroqlarga kim javob beryapti?',
    'Juda yaxshi. Ismingizni bilsam boʻladimi?',
    'Kechirasiz, yaxshi eshitolmadim. Yana bir marta aytib yuborasizmi?',
    'Narxini hamkasbim aniq aytadi, u sizga qoʻngʻiroq qiladi.',
    'Demak, ertaga soat 10:30 da qoʻngʻiroq qilsak, sizga qulaymi?',
    'Raqamingiz +998 90 123 45 67, toʻgʻrimi?',
    'Ha, men sunʼiy intellektman, lekin hammasini hamkasblarimga yetkazaman.',
    'Mayli, tushundim. Unda boshqa narsani soʻrasam.',
    'Xoʻp, 24-noyabr, seshanba kuni boʻlsin.',
    'Vaqtingiz uchun katta rahmat. Salomat boʻling!',
  ],
  ru: [
    'Понятно, спасибо. А кто у вас сейчас отвечает на звонки?',
    'Очень приятно. Подскажите, чем вы занимаетесь?',
    'Простите, плохо расслышал. Повторите, пожалуйста.',
    'Цену точно назовёт коллега, он вам перезвонит.',
    'Давайте завтра в 10:30, вам удобно?',
    'Ваш номер +998 90 123 45 67, верно?',
    'Да, я искусственный интеллект, но всё передам коллегам.',
    'Хорошо, понял вас. Тогда ещё один вопрос.',
    'Договорились, во вторник, 24 ноября.',
    'Спасибо, что уделили время. Всего доброго!',
  ],
  en: [
    'Got it, thanks. Who answers your calls at the moment?',
    'Nice to meet you. What do you do?',
    "Sorry, I didn't quite hear that. Could you say it again?",
    'A colleague will give you the exact price when they call.',
    'Would tomorrow at 10:30 suit you?',
    'Your number is +998 90 123 45 67, is that right?',
    "Yes, I'm an AI, but I'll pass everything on to my colleagues.",
    'All right, I see. Then one more question.',
    'Fine, Tuesday the 24th of November it is.',
    'Thank you for your time. Goodbye!',
  ],
};

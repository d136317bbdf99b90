/**
 * npm run sample [uz ru en] synthesizes the sample conversation. An owner's own recording takes precedence: DATA_DIR/samples/uz.mp3
 * with its words in uz.vtt.
 */
import { isLanguage, languages } from '../lib/i18n/language.ts';
import { goodVoice, renewSample } from '../lib/server/speech/sample.ts';

const namedLanguages = process.argv.slice(2).filter(isLanguage);
const chosenLanguages = namedLanguages.length > 0 ? namedLanguages : languages;
const speakable = chosenLanguages.filter((language) => goodVoice(language) !== undefined);
for (const language of chosenLanguages.filter((language) => !speakable.includes(language)))
  console.log(
    `${language}: only eSpeak NG speaks it. Add a voice, or a recording of your own in DATA_DIR/samples.`,
  );
for (const language of speakable) {
  await renewSample(language);
  console.log(`✓ ${language}`);
}
process.exit(0);

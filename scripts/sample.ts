/**
 * npm run sample [uz ru en] synthesizes the sample conversation. An owner's own recording takes precedence: DATA_DIR/samples/uz.mp3
 * with its words in uz.vtt.
 */
import { isLanguage, languages } from '../lib/i18n/language.ts';
import { makeSample, sampleStates } from '../lib/server/speech/sample.ts';

const namedLanguages = process.argv.slice(2).filter(isLanguage);
const chosenLanguages = namedLanguages.length > 0 ? namedLanguages : languages;
for (const { language, state, hasVoice } of await sampleStates()) {
  if (!chosenLanguages.includes(language)) continue;
  if (state === 'own') console.log(`${language}: your own recording stays.`);
  else if (hasVoice) {
    await makeSample(language);
    console.log(`✓ ${language}`);
  } else
    console.log(
      `${language}: only eSpeak NG speaks it. Add a voice, or a recording of your own in DATA_DIR/samples.`,
    );
}
process.exit(0);

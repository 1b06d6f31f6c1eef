import type { Locale } from '#app/i18n/locale.ts'

/**
 * A word that a language avoids, and its replacement. `*` stands for any ending; `in` limits the rule to keys with
 * these prefixes, `except` excludes keys, or with a colon at the end a namespace.
 */
export type ForbiddenWord = { not: string | RegExp; say: string; in?: string[]; except?: string[] }

/** Work that is handed over, approved or sent back: terms for defects differ here from terms for variations. */
const work = ['escrow:', 'contracts:milestoneStatus', 'notifications:texts.milestone', 'mail:approvalReminder']

/** The ✗ of the glossary and of the style guides. */
export const forbiddenWords: Record<Locale, ForbiddenWord[]> = {
  en: [
    { not: 'everybody', say: 'everyone' },
    { not: 'somebody', say: 'someone' },
    { not: 'anybody', say: 'anyone' },
    { not: 'offer', say: 'bid' },
    { not: 'offers', say: 'bids', except: ['site:dashboard.pendingOffers'] },
    { not: 'owner', say: 'client', in: ['bids:', 'projects:', 'contracts:', 'escrow:'] },
    { not: 'state', say: 'status' },
    { not: 'sign in', say: 'log in', except: ['site:pricing.signIn'] },
    {
      not: 'signed in',
      say: 'logged in',
      except: ['contracts:hint.client.expired', 'contracts:hint.provider.expired'],
    },
    { not: 'sign out', say: 'log out' },
    { not: 'signed out', say: 'logged out' },
    { not: 'turned down', say: 'rejected (a bid), declined (a contract), refused (a refund), denied (a request)' },
    { not: 'turn down', say: 'reject (a bid), decline (a contract), refuse (a refund), deny (a request)' },
    { not: 'mail', say: 'email', except: ['mail:dev.title'] },
    { not: 'mails', say: 'emails' },
    { not: 'e-mail', say: 'email' },
    { not: 'picture', say: 'image' },
    { not: 'pictures', say: 'images' },
    { not: 'administrator*', say: 'admin' },
    { not: 'without an answer', say: 'if they don’t respond' },
    { not: 'under seal', say: 'sealed' },
    { not: 'take* back', say: 'withdraw' },
    { not: 'taken back', say: 'withdrawn' },
    { not: 'consent*', say: 'agree' },
    { not: 'anew', say: 'again' },
    { not: 'over {{amount}}', say: 'for {{amount}}' },
    { not: 'may not do', say: 'don’t have permission to do' },
    { not: '*recognise*', say: '-ize: recognize' },
    { not: 'organis*', say: '-ize: organiz…' },
    { not: 'authoris*', say: '-ize: authoriz…' },
    { not: 'color*', say: 'colour' },
    { not: 'center*', say: 'centre' },
    { not: 'canceled', say: 'cancelled' },
  ],
  es: [
    // Regulation (EU) No 910/2014 calls an electronic seal “sello electrónico”.
    { not: 'sellad*', say: 'en sobre cerrado', except: ['seals:', 'chain:'] },
    { not: 'sello*', say: 'precinto', except: ['seals:', 'chain:', 'site:dashboard.platform.seal.invalid'] },
    { not: 'selló', say: 'precintó' },
    { not: 'ofertante*', say: 'licitador' },
    { not: 'promotor*', say: 'cliente' },
    { not: 'cambios', say: 'correcciones', in: work },
    { not: 'colega*', say: 'compañeros' },
    { not: 'papel', say: 'rol' },
    { not: 'tu', say: 'su (de usted)' },
    { not: 'tus', say: 'sus (de usted)' },
    { not: 'tú', say: 'usted' },
  ],
  fr: [
    { not: 'donneur* d’ordre*', say: 'client' },
    { not: 'Ko', say: 'ko' },
    { not: 'monnaie*', say: 'devise' },
    { not: 'jeton*', say: 'lien' },
    { not: 'vérifi* l’e-mail', say: 'confirmer l’adresse e-mail' },
    { not: 'vérifi* votre e-mail', say: 'confirmer votre adresse e-mail' },
    { not: 'vérifi* votre adresse', say: 'confirmer votre adresse' },
    { not: 'vérifi* d’abord', say: 'confirmer d’abord' },
    { not: 'vérifiée', say: 'confirmée', in: ['accounts:'] },
    { not: 'remettre', say: 'livrer', in: work },
    { not: 'remettez', say: 'livrez', in: work },
    { not: 'remis', say: 'livrés', in: work },
    { not: 'remise', say: 'livraison', in: work },
    { not: 'modification*', say: 'corrections', in: work },
    { not: 'tu', say: 'vous' },
    { not: 'toi', say: 'vous' },
    { not: 'tes', say: 'vos' },
  ],
  de: [
    { not: 'gutschrift*', say: 'Rechnungskorrektur' },
    { not: 'gutgeschrieben', say: 'korrigiert' },
    { not: 'eigentümer*', say: 'Inhaber' },
    { not: 'käufer*', say: 'Rechnungsempfänger' },
    { not: 'verkäufer*', say: 'Rechnungssteller' },
    { not: 'treuhandbuch*', say: 'Treuhandjournal' },
    { not: 'zurückgelegt*', say: 'hinterlegt' },
    { not: 'USt.-*', say: 'USt-Satz' },
    { not: 'mitteilung*', say: 'Benachrichtigung', except: ['terms:terms'] },
    { not: 'sichere* Treuhand', say: 'Zahlung über Treuhand' },
    { not: 'dürfen das mit', say: 'fehlt Ihnen dazu die Berechtigung' },
    { not: 'grenzen', say: 'Kontingente' },
    { not: 'es ist keine Bank', say: 'Groundwork ist weder …' },
    { not: 'vor {{deadline}}', say: 'vor dem {{deadline}}' },
    { not: 'du', say: 'Sie' },
    { not: 'dein*', say: 'Ihr' },
  ],
  fi: [
    { not: 'suljet* tarjou*', say: 'sinetöity tarjous' },
    { not: 'jatkossa', say: 'jatkoon' },
    { not: 'tällä hetkellä', say: 'nyt, silloin' },
    { not: 'täytetty', say: 'valmis' },
    { not: 'ALV', say: 'alv (Alv am Anfang)' },
    { not: 'pidätys', say: 'pidätetty osuus' },
    { not: 'maksettu sisään', say: 'maksettu sulkutilille' },
    { not: 'päätti hankkeen', say: 'perui hankkeen' },
    { not: 'teidän', say: 'sinun' },
    { not: 'te', say: 'sinä' },
  ],
  sv: [
    { not: 'tilldel* anbud*', say: 'antaget anbud' },
    { not: 'tilldela* projekt*', say: 'anta ett anbud' },
    { not: 'tilldelat till', say: 'antaget' },
    { not: 'ändring*', say: 'åtgärder', in: work },
    { not: 'deponering*', say: 'deponerade medel, säkrad betalning' },
    { not: 'säg* upp', say: 'häva' },
    { not: 'sag* upp', say: 'hävt' },
    { not: 'sade upp', say: 'hävde' },
    { not: 'uppsag*', say: 'hävt' },
    { not: 'plan', say: 'abonnemang', in: ['site:'] },
    { not: 'planen', say: 'abonnemanget', in: ['site:'] },
    { not: 'planer', say: 'abonnemang', in: ['site:'] },
    { not: 'öppet', say: 'obetalt', in: ['invoicing:'] },
    { not: 'överallt annars', say: 'från alla andra enheter' },
    { not: 'för en användning', say: 'kan användas en gång' },
    { not: 'frivillig*', say: 'valfri' },
    { not: 'ni', say: 'du', except: ['groups:people.emptyText', 'site:pricing.faq.currency.q'] },
    { not: 'er', say: 'dig' },
  ],
  nb: [
    { not: 'foretak*', say: 'bedrift' },
    { not: /deponering(?!sagent)/iu, say: 'deponerte midler, sikret betaling, hovedbok' },
    { not: 'endring*', say: 'retting', in: work },
    { not: 'tilbakeholdt*', say: 'innestående' },
    { not: 'støtte', say: 'brukerstøtte' },
    { not: 'tilbud* som fikk tildelingen', say: 'det valgte tilbudet' },
    { not: /(?<!\p{L})mva(?![.\p{L}-])/iu, say: 'mva. (med punktum)' },
    { not: 'innbetal', say: 'betal inn beløpet' },
    { not: 'innbetaler', say: 'betaler inn beløpet' },
    { not: 'ønsket', say: 'krevd', in: work },
    {
      not: 'passer',
      say: 'ingen treff',
      in: ['bids:list.noResults', 'projects:list.noResults', 'team:members.empty', 'notifications:empty'],
    },
  ],
  sq: [
    { not: 'derdh*', say: 'depozitoj' },
    { not: 'ngrihet', say: 'kyçet, bllokohet' },
    { not: 'ngriu', say: 'u kyç' },
    { not: 'ngrirë', say: 'bllokuar' },
    { not: 'ngrin', say: 'bllokon' },
    { not: 'ndryshim*', say: 'korrigjime', in: work },
    { not: 'ngarkes* e kundërt', say: 'autongarkesë', except: ['invoicing:document.vatCategory.AE'] },
    { not: 'figur*', say: 'imazh' },
    { not: 'ndahe*', say: 'dërgohet', in: ['chat:', 'groups:', 'invoicesteps:share', 'invoicing:refused'] },
    { not: 'e ndarë', say: 'e dërguar' },
    { not: 'i ndarë', say: 'i dërguar' },
    { not: 'mënjanë', say: 'në ruajtje' },
    { not: 'hesht*', say: 'hiq zërin, pa zë', in: ['chat:', 'groups:'] },
    { not: 'është rrugës', say: 'u dërgua' },
  ],
}

/** The rule as a pattern of whole words, with any ending at `*`; case matters if it begins with a capital. */
export function patternOf({ not }: ForbiddenWord): RegExp {
  if (not instanceof RegExp) return not
  const source = not.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '\\p{L}*')
  return new RegExp(`(?<![\\p{L}-])${source}(?![\\p{L}-])`, /^\p{Lu}/u.test(not) ? 'u' : 'iu')
}

/** The forbidden words in a text. */
export function forbiddenIn(locale: Locale, key: string, text: string): string[] {
  return forbiddenWords[locale]
    .filter(
      (rule) =>
        !rule.except?.some((each) => (each.endsWith(':') ? key.startsWith(each) : key === each)) &&
        (rule.in?.some((start) => key.startsWith(start)) ?? true),
    )
    .flatMap((rule) => {
      const found = text.match(patternOf(rule))?.[0]
      return found === undefined ? [] : [`${key} says “${found}”; the ${locale} glossary says “${rule.say}”: ${text}`]
    })
}

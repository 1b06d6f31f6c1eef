declare module 'linebreak' {
  /** Where a line may break (UAX #14): before `position`, and must where `required`. */
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required?: boolean } | null
  }
}

/** Reasons why an archive can't be read. */
export type ArchiveFault = 'not_an_archive' | 'wrong_key' | 'damaged' | 'cut_off' | 'too_large'

const texts: Record<ArchiveFault, string> = {
  not_an_archive: 'This is not an encrypted archive.',
  wrong_key: 'The archive was encrypted for another key.',
  damaged: 'The archive was changed after it was written.',
  cut_off: 'The archive ends too early.',
  too_large: 'The archive holds more than is allowed.',
}

export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
  readonly fault: ArchiveFault

  constructor(fault: ArchiveFault, options?: ErrorOptions) {
    super(texts[fault], options)
    this.fault = fault
  }
}

/** The id that a description has in common with all others of its connection (`o=` of RFC 8866); empty if it has none. */
export const sessionOf = (sdp: string): string => /^o=\S+ (\S+) /m.exec(sdp)?.[1] ?? ''

/** From so many people on, sound is sent in fewer packets. */
const many = 5

/** `ptime` is how much sound a packet holds (ms); `dtx` leaves out what is silent. */
export type SoundPackets = { ptime: number; dtx: boolean }

/**
 * How sound is asked of the others. In a mesh of eight, each end would send 350 packets of sound in a second at the usual 20 ms, and receive as many,
 * most of them of people who say nothing, and their headers weigh about as much as the sound. Opus takes frames of up to 60 ms
 * (RFC 7587, 4.2), which costs 40 ms of delay; nobody notices that in a talk of five.
 */
export function soundPackets(people: number): SoundPackets | null {
  return people < many ? null : { ptime: 60, dtx: true }
}

/**
 * The description with what this end asks of the other one's Opus (`a=ptime`, RFC 8866 6.4; `usedtx`, RFC 7587 6.1). Whoever receives it keeps to it;
 * what they do not know, they leave.
 */
export function askForPackets(sdp: string, packets: SoundPackets | null): string {
  const payload = /^a=rtpmap:(\d+) opus\/48000/im.exec(sdp)?.[1]
  if (!packets || payload === undefined || /^a=ptime:/m.test(sdp)) return sdp
  const line = new RegExp(`^a=fmtp:${payload} [^\\r\\n]*`, 'm')
  const ptime = `a=ptime:${packets.ptime}`
  const dtx = packets.dtx ? ';usedtx=1' : ''
  if (line.test(sdp)) return sdp.replace(line, (fmtp) => `${fmtp}${dtx}\r\n${ptime}`)
  return sdp.replace(/^a=rtpmap:\d+ opus\/48000[^\r\n]*/im, (rtpmap) => `${rtpmap}\r\n${ptime}`)
}

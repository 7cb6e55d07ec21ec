// Large fragments arrive as bytes: a line of JSON that describes them, followed by their HTML as gzip.

const LINE_END = 10;

/** The message with the HTML in its place. */
export async function unpacked(buffer) {
  const bytes = new Uint8Array(buffer);
  const end = bytes.indexOf(LINE_END);
  const message = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  const stream = new Blob([bytes.subarray(end + 1)]).stream().pipeThrough(new DecompressionStream("gzip"));
  const html = await new Response(stream).text();
  for (const fragment of Object.values(message.fragments)) fragment.html = html;
  return message;
}

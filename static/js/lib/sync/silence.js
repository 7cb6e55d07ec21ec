// The sentences for a server that does not respond.

export const UNREACHED = "The server does not respond. Try again.";
export const UNANSWERED = "The server does not respond. It is not known whether the change was saved: check before you try again.";

import type { SessionType } from "./../models/Session.js";
import { sessions } from "./../table.js";

/** Session in sessions. */
export const Session = sessions.getModel<SessionType>("Session");

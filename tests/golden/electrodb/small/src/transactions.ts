// The error of a transaction that wrote nothing. Written by Keysheet.

/** DynamoDB canceled a transaction; `reasons` has one entry per step. */
export class TransactionCanceled extends Error {
  constructor(readonly reasons: readonly unknown[]) {
    const codes = reasons.map((one) => (one as { code?: string } | null)?.code ?? "None");
    super(`the transaction was canceled: ${codes.join(", ")}`);
    this.name = "TransactionCanceled";
  }
}

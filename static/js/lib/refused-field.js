// A form that was sent and refused comes back as a whole page: one goes on at the field that was refused, or reads why.

const field = document.querySelector('main [aria-invalid="true"]');
const reason = document.querySelector('main .message-error[role="alert"]');

if (field) field.focus();
else if (reason && document.activeElement === document.body) {
  reason.tabIndex = -1;
  reason.focus();
}

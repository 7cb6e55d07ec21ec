// A form that was sent and refused comes back as a whole page: one goes on at the first field that was refused.

document.querySelector('main [aria-invalid="true"]')?.focus();

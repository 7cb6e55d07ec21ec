// A search beside a form (data-keeps: its id) takes along what is chosen and typed in the form, which the answer shows again.

const NOT_KEPT = new Set(["csrfmiddlewaretoken"]);

document.addEventListener("formdata", (event) => {
  const kept = document.getElementById(event.target.dataset.keeps ?? "");
  if (!kept) return;
  const own = new Set([...event.formData.keys(), ...NOT_KEPT]);
  for (const [name, value] of new FormData(kept)) if (!own.has(name)) event.formData.append(name, value);
});

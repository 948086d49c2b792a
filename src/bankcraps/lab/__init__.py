"""Questions to the lab as addresses, and their answers: what the house answers under `/api/lab`.

Read in this order:

- `kinds`: every kind of question with its fields, as they are written in an address.
- `questions`: a question in one form, and back to an address or a command; which program answers it.
- `previews`: what a link to a question shows where a message shows it.
- `answers` and `system_answers`: the answer to each kind, which loads the whole lab, and `preview_pictures`,
  which draws it. The others load none of it.
"""

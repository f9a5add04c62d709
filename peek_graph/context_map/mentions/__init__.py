"""Which entries a text names, found without a model: `linking` keeps MENTIONS, `forms` knows what a name looks like."""

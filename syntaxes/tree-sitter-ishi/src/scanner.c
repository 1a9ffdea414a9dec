// Decides what each line is, as crates/record/src/syntax of ishi does: by its first word, and where a block of text ends.

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

#include <string.h>

// The keywords come first, in the order of the grammar.
enum TokenType {
  EVENT,
  BLACK = 2,
  WHITE = 12,
  B,
  BOARDSIZE,
  COM,
  DIAGRAM,
  ENDCOM,
  ENDUSER,
  ENDVAR,
  HIDE,
  MARK,
  PRISONER,
  REMARK,
  SETUP,
  UNMARK,
  USER,
  VAR,
  W,
  JOINED_MOVE,
  BARE_LOCATIONS,
  JOINED_NUMBER,
  SIGN,
  LABEL,
  COMMENT_START,
  USER_START,
  BLOCK_END,
  END_OF_FILE,
  ERROR_SENTINEL,
  NO_KEYWORD = -1,
};

static const char *const KEYWORDS[] = {
    "EVENT",   "ANALYSIS",  "BLACK", "DATE",    "HANDICAP", "KOMI",    "PLACE",  "RECORDER", "RESULT", "RULES",
    "SOURCE",  "TIMELIMIT", "WHITE", "B",       "BOARDSIZE", "COM",    "DIAGRAM", "ENDCOM",  "ENDUSER", "ENDVAR",
    "HIDE",    "MARK",      "PRISONER", "REMARK", "SETUP",  "UNMARK",  "USER",   "VAR",      "W",
};

// Longer words are neither keywords nor data.
enum { MAX_WORD = 24 };

// How many lines with USER a block of user data is searched past for its end: each of them may begin a search of its own.
enum { MAX_INNER = 16 };

// A word without the characters that readers ignore.
typedef struct {
  char text[MAX_WORD + 1];
  // 0 for a word of ignored characters only.
  unsigned length;
  // Whether it has more than `text` holds.
  bool is_long;
  // Whether it has no ignored characters.
  bool is_plain;
} Word;

// What is known of the block of text that the lexer is in.
typedef struct {
  // Whether its end was found. Otherwise it ends before the first line that can only be data.
  bool is_closed;
} Scanner;

// Characters and words

static bool at_end_of_file(TSLexer *lexer) { return lexer->lookahead == 0 && lexer->eof(lexer); }

static bool at_line_end(TSLexer *lexer) {
  return lexer->lookahead == '\n' || lexer->lookahead == '\r' || at_end_of_file(lexer);
}

static bool is_blank(int32_t c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }

static void skip_blanks(TSLexer *lexer) {
  while (is_blank(lexer->lookahead)) {
    lexer->advance(lexer, false);
  }
}

// Reads up to the next blank. The lexer must not be at one.
static void read_word(TSLexer *lexer, Word *word) {
  word->length = 0;
  word->is_long = false;
  word->is_plain = true;
  while (!is_blank(lexer->lookahead) && !at_line_end(lexer)) {
    if (lexer->lookahead > ' ' && lexer->lookahead <= '~') {
      if (word->length < MAX_WORD) {
        word->text[word->length++] = (char)lexer->lookahead;
      } else {
        word->is_long = true;
      }
    } else {
      word->is_plain = false;
    }
    lexer->advance(lexer, false);
  }
  word->text[word->length] = 0;
}

// Reads the next word of the line that is not of ignored characters only.
static bool next_word(TSLexer *lexer, Word *word) {
  for (;;) {
    skip_blanks(lexer);
    if (at_line_end(lexer)) {
      return false;
    }
    read_word(lexer, word);
    if (word->length > 0) {
      return true;
    }
  }
}

static bool rest_is_blank(TSLexer *lexer) {
  skip_blanks(lexer);
  return at_line_end(lexer);
}

static void skip_line(TSLexer *lexer) {
  while (!at_line_end(lexer)) {
    lexer->advance(lexer, false);
  }
  if (lexer->lookahead == '\r') {
    lexer->advance(lexer, false);
  }
  if (lexer->lookahead == '\n') {
    lexer->advance(lexer, false);
  }
}

// Values

static bool is_word(const char *text, const char *name) {
  while (*name != 0 && upper(*text) == *name) {
    text++;
    name++;
  }
  return *name == 0 && *text == 0;
}

static int keyword_of(const Word *word) {
  if (word->is_long) {
    return NO_KEYWORD;
  }
  for (int keyword = EVENT; keyword <= W; keyword++) {
    if (KEYWORDS[keyword][0] == upper(word->text[0]) && is_word(word->text, KEYWORDS[keyword])) {
      return keyword;
    }
  }
  return NO_KEYWORD;
}

// The number of a move, which has 32 bits, as the first `length` characters of a word; 0 if they are not one.
static uint64_t number(const char *text, size_t length) {
  uint64_t value = 0;
  for (size_t i = 0; i < length; i++) {
    if (!is_digit(text[i])) {
      return 0;
    }
    value = value * 10 + (uint64_t)(text[i] - '0');
    if (value > UINT32_MAX) {
      return 0;
    }
  }
  return value;
}

static bool is_number(const Word *word) { return !word->is_long && number(word->text, word->length) > 0; }

static bool is_location(const char *text) {
  char column = upper(text[0]);
  if (column < 'A' || column > 'T' || column == 'I' || !is_digit(text[1])) {
    return false;
  }
  if (text[2] == 0) {
    return text[1] != '0';
  }
  return is_digit(text[2]) && text[3] == 0 && (text[1] == '1' || (text[1] == '0' && text[2] != '0'));
}

static bool is_place(const char *text) { return is_location(text) || is_word(text, "PASS"); }

static bool is_color(const char *text) { return is_word(text, "B") || is_word(text, "W"); }

static bool is_square(const char *text) {
  size_t width = strspn(text, "0123456789");
  if (upper(text[width]) != 'X') {
    return false;
  }
  uint64_t size = number(text, width);
  return size >= 2 && size <= 19 && number(text + width + 1, strlen(text + width + 1)) == size;
}

// loc | #n | #n-n
static bool is_target(const char *text, bool allows_range) {
  if (*text != '#') {
    return is_location(text);
  }
  text++;
  size_t length = strspn(text, "0123456789");
  uint64_t from = number(text, length);
  if (from == 0 || text[length] == 0) {
    return from > 0;
  }
  return allows_range && text[length] == '-' && number(text + length + 1, strlen(text + length + 1)) >= from;
}

// A field of MARK or PRISONER.
static bool is_mark(const Word *word, int keyword) {
  const char *text = word->text;
  if (word->is_long) {
    return false;
  }
  if (keyword == PRISONER) {
    return is_target(text, false);
  }
  if (strchr(text, '@') == NULL) {
    return is_word(text, "ALL") || is_target(text, true);
  }
  for (unsigned at = 1; at <= 2 && at < word->length; at++) {
    if (text[at] == '@' && is_target(text + at + 1, true)) {
      return true;
    }
  }
  return false;
}

// Lines and blocks

// Whether a line can be nothing but data, even where prose is expected. Its keyword has been read.
static bool is_unmistakable(TSLexer *lexer, int keyword) {
  Word word;
  bool found = false;
  bool colored = false;
  switch (keyword) {
    case EVENT:
    case ENDVAR:
      return true;
    case B:
    case W:
      return next_word(lexer, &word) && is_number(&word) && next_word(lexer, &word) && is_place(word.text) &&
             !word.is_long && rest_is_blank(lexer);
    case VAR:
      return !next_word(lexer, &word) || (word.length <= 2 && rest_is_blank(lexer));
    case DIAGRAM:
      if (!next_word(lexer, &word)) {
        return true;
      }
      if (!is_square(word.text) && !(is_location(word.text) && next_word(lexer, &word) && is_location(word.text))) {
        return false;
      }
      return !word.is_long && rest_is_blank(lexer);
    case SETUP:
      while (next_word(lexer, &word)) {
        if (is_color(word.text)) {
          colored = true;
        } else if (colored && is_location(word.text)) {
          found = true;
        } else {
          return false;
        }
      }
      return found;
    case MARK:
    case PRISONER:
      while (next_word(lexer, &word)) {
        if (!is_mark(&word, keyword)) {
          return false;
        }
        found = true;
      }
      return found;
    default:
      return false;
  }
}

// Whether the block that the current line begins with `opener` has an end.
static bool is_closed(TSLexer *lexer, int opener) {
  int closer = opener == COM ? ENDCOM : ENDUSER;
  bool has_data = false;
  int inner = 0;
  Word word;
  for (;;) {
    skip_line(lexer);
    if (at_end_of_file(lexer)) {
      return false;
    }
    if (!next_word(lexer, &word)) {
      continue;
    }
    int keyword = keyword_of(&word);
    if (keyword == closer) {
      return true;
    }
    if (keyword == opener) {
      // User data may hold lines that begin with USER.
      if (opener == COM || has_data || ++inner > MAX_INNER) {
        return false;
      }
    } else if (opener == USER && !has_data) {
      has_data = is_unmistakable(lexer, keyword);
    }
  }
}

static bool emit(TSLexer *lexer, int symbol) {
  lexer->result_symbol = (TSSymbol)symbol;
  return true;
}

// The first word of a line in a block of text.
static bool scan_block(Scanner *scanner, TSLexer *lexer, const bool *valid_symbols) {
  bool is_comment = valid_symbols[COMMENT_START];
  int opener = is_comment ? COM : USER;
  int closer = is_comment ? ENDCOM : ENDUSER;
  Word word;
  read_word(lexer, &word);
  bool is_first = word.length > 0;
  int keyword = is_first || next_word(lexer, &word) ? keyword_of(&word) : NO_KEYWORD;
  if (keyword == closer) {
    scanner->is_closed = false;
    lexer->mark_end(lexer);
    // The characters before it are a token of their own.
    return is_first && emit(lexer, keyword);
  }
  if (!scanner->is_closed && (keyword == opener || is_unmistakable(lexer, keyword))) {
    return emit(lexer, BLOCK_END);
  }
  return emit(lexer, is_comment ? COMMENT_START : USER_START);
}

// Whether a line has nothing but a move whose color is joined to its number, or nothing but locations: which of the two.
static int without_keyword(TSLexer *lexer, const Word *first) {
  Word word;
  size_t digits = strspn(first->text + 1, "0123456789");
  const char *place = first->text + 1 + digits;
  bool all_places = is_place(first->text) && first->is_plain;
  bool is_joined = first->is_plain && (upper(first->text[0]) == 'B' || upper(first->text[0]) == 'W') &&
                   number(first->text + 1, digits) > 0 && (*place == 0 || is_place(place));
  bool has_place = *place != 0;
  while ((is_joined || all_places) && next_word(lexer, &word)) {
    bool is_plain_place = word.is_plain && !word.is_long && is_place(word.text);
    is_joined = is_joined && !has_place && is_plain_place;
    has_place = true;
    all_places = all_places && is_plain_place;
  }
  return is_joined && has_place ? JOINED_MOVE : all_places ? BARE_LOCATIONS : NO_KEYWORD;
}

// The first word of a line outside a block of text.
static bool scan_line(Scanner *scanner, TSLexer *lexer) {
  Word word;
  read_word(lexer, &word);
  if (word.length == 0 || word.is_long) {
    return false;
  }
  int keyword = keyword_of(&word);
  if (keyword != NO_KEYWORD) {
    lexer->mark_end(lexer);
    scanner->is_closed = (keyword == COM || keyword == USER) && is_closed(lexer, keyword);
    return emit(lexer, keyword);
  }
  if (is_word(word.text, "END")) {
    // Outside a block of text there is only a variation to end.
    lexer->mark_end(lexer);
    if (!next_word(lexer, &word)) {
      return emit(lexer, ENDVAR);
    }
    lexer->mark_end(lexer);
    return is_word(word.text, "VAR") && emit(lexer, ENDVAR);
  }
  int symbol = without_keyword(lexer, &word);
  return symbol != NO_KEYWORD && emit(lexer, symbol);
}

// The one or two characters before the `@` of a mark, if that is well-formed.
static bool scan_label(TSLexer *lexer) {
  char label[2] = {0, 0};
  for (int i = 0; i < 2; i++) {
    if (i == 1 && lexer->lookahead == '@') {
      break;
    }
    if (lexer->lookahead <= ' ' || lexer->lookahead > '~') {
      return false;
    }
    label[i] = (char)lexer->lookahead;
    lexer->advance(lexer, false);
  }
  if (lexer->lookahead != '@') {
    return false;
  }
  lexer->mark_end(lexer);
  lexer->advance(lexer, false);
  // No target begins with an `@`, so this one is the second character.
  if (label[1] == 0 && lexer->lookahead == '@') {
    label[1] = '@';
    lexer->mark_end(lexer);
    lexer->advance(lexer, false);
  }
  if (is_blank(lexer->lookahead) || at_line_end(lexer)) {
    return false;
  }
  Word target;
  read_word(lexer, &target);
  if (!target.is_plain || target.is_long || !is_target(target.text, true)) {
    return false;
  }
  bool is_sign = label[0] == '\\' && label[1] != 0 && strchr("CDST", upper(label[1])) != NULL;
  return emit(lexer, is_sign ? SIGN : LABEL);
}

// The number of a move that a location or PASS follows without a blank.
static bool scan_joined_number(TSLexer *lexer) {
  bool is_positive = false;
  unsigned length = 0;
  while (lexer->lookahead >= '0' && lexer->lookahead <= '9') {
    is_positive = is_positive || lexer->lookahead != '0';
    length++;
    lexer->advance(lexer, false);
  }
  if (!is_positive || length > 9 || is_blank(lexer->lookahead) || at_line_end(lexer)) {
    return false;
  }
  lexer->mark_end(lexer);
  Word place;
  read_word(lexer, &place);
  return place.is_plain && !place.is_long && is_place(place.text) && emit(lexer, JOINED_NUMBER);
}

// The interface

void *tree_sitter_ishi_external_scanner_create(void) { return ts_calloc(1, sizeof(Scanner)); }

void tree_sitter_ishi_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_ishi_external_scanner_serialize(void *payload, char *buffer) {
  const Scanner *scanner = payload;
  buffer[0] = (char)scanner->is_closed;
  return 1;
}

void tree_sitter_ishi_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  Scanner *scanner = payload;
  scanner->is_closed = length > 0 && buffer[0] != 0;
}

bool tree_sitter_ishi_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
  // Every line has a reading, so there is nothing to recover from.
  if (valid_symbols[ERROR_SENTINEL]) {
    return false;
  }
  while (is_blank(lexer->lookahead)) {
    lexer->advance(lexer, true);
  }
  // A token is empty unless its end is marked later.
  lexer->mark_end(lexer);
  if (valid_symbols[END_OF_FILE] && at_end_of_file(lexer)) {
    return emit(lexer, END_OF_FILE);
  }
  if (at_line_end(lexer)) {
    return false;
  }
  if (valid_symbols[COMMENT_START] || valid_symbols[USER_START]) {
    return scan_block(payload, lexer, valid_symbols);
  }
  if (valid_symbols[EVENT]) {
    return scan_line(payload, lexer);
  }
  if (valid_symbols[LABEL]) {
    return scan_label(lexer);
  }
  return valid_symbols[JOINED_NUMBER] && scan_joined_number(lexer);
}

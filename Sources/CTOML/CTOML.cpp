#include "CTOML.h"

#include <algorithm>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// Text that is no TOML can meet the parser's assertions (3.3.0, by a NUL where a key is expected): an error of that text and not
// the end of the program.
#define TOML_ASSERT(expression) ((expression) ? (void)0 : throw std::logic_error("this is no TOML"))
#include <toml++/toml.h>

namespace {
struct Value {
  std::string path;
  std::string text;
  int kind;
  unsigned line;
  unsigned column;
};
}  // namespace

struct vf_toml {
  std::vector<Value> values;
  std::string trouble;
  bool failed = false;
  unsigned line = 0;
  unsigned column = 0;
};

namespace {
std::pair<int, std::string> scalar(const toml::node &node) {
  if (const auto *value = node.as_string()) return {VF_TOML_STRING, value->get()};
  if (const auto *value = node.as_boolean()) return {VF_TOML_BOOLEAN, value->get() ? "true" : "false"};
  if (const auto *value = node.as_integer()) return {VF_TOML_INTEGER, std::to_string(value->get())};
  std::ostringstream out;
  if (const auto *value = node.as_floating_point()) {
    out.precision(17);
    out << value->get();
    return {VF_TOML_NUMBER, out.str()};
  }
  if (const auto *value = node.as_date()) out << value->get();
  if (const auto *value = node.as_time()) out << value->get();
  if (const auto *value = node.as_date_time()) out << value->get();
  return {VF_TOML_TIME, out.str()};
}

void add(vf_toml &document, const std::string &path, const toml::node &node) {
  const auto begin = node.source().begin;
  if (const auto *table = node.as_table()) {
    if (!path.empty()) document.values.push_back({path, "", VF_TOML_TABLE, begin.line, begin.column});
    for (const auto &[key, value] : *table) {
      const std::string name(key.str());
      add(document, path.empty() ? name : path + "." + name, value);
    }
  } else if (const auto *array = node.as_array()) {
    document.values.push_back({path, "", VF_TOML_ARRAY, begin.line, begin.column});
    for (size_t index = 0; index < array->size(); index++) {
      add(document, path + "[" + std::to_string(index) + "]", *array->get(index));
    }
  } else {
    auto [kind, text] = scalar(node);
    document.values.push_back({path, std::move(text), kind, begin.line, begin.column});
  }
}
}  // namespace

vf_toml *vf_toml_parse(const char *text, size_t length) {
  vf_toml *document = new (std::nothrow) vf_toml;
  if (!document) return nullptr;
  try {
    add(*document, "", toml::parse(std::string_view(text, length)));
    std::stable_sort(document->values.begin(), document->values.end(), [](const Value &a, const Value &b) {
      return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
  } catch (const toml::parse_error &error) {
    document->failed = true;
    document->trouble = error.description();
    document->line = error.source().begin.line;
    document->column = error.source().begin.column;
  } catch (const std::exception &error) {
    document->failed = true;
    document->trouble = error.what();
    document->line = document->column = 1;
  }
  return document;
}

const char *vf_toml_trouble(const vf_toml *toml, unsigned *line, unsigned *column) {
  *line = toml->line;
  *column = toml->column;
  return toml->failed ? toml->trouble.c_str() : nullptr;
}

size_t vf_toml_count(const vf_toml *toml) { return toml->values.size(); }

vf_toml_value vf_toml_at(const vf_toml *toml, size_t index) {
  const Value &value = toml->values[index];
  return {value.path.c_str(), value.text.data(), value.text.size(), value.kind, value.line, value.column};
}

void vf_toml_free(vf_toml *toml) { delete toml; }
